-- contract nowhere without-line
return 5
