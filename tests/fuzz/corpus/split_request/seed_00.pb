

mmmmmmmmmm0By