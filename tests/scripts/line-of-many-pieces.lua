-- contract nowhere without-line
return { api = 1, features = 5 }
