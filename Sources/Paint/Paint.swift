// Paint
