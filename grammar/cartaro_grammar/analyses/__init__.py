"""What is told of a whole game once its sentences are checked: who yields to whom, circles, what comes to nothing."""
