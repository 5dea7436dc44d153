


mmmmmmmmmm(:y