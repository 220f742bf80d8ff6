// The one thing that the evening's sheet cannot do by itself: open the browser's print dialogue.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
