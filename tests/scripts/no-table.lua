-- contract nowhere
return 5
