// The board's display as it is: 128 by 64 pixels, each on or off, out of the bytes in its memory.

const WIDTH = 128;
const HEIGHT = 64;
const ON = "#d9f1ff";
const OFF = "#07090b";

export class Oled {
  #canvas;
  #memory = new Uint8Array((WIDTH * HEIGHT) / 8);
  #shown = "";

  constructor(canvas) {
    this.#canvas = canvas;
    new ResizeObserver(() => this.#fit()).observe(canvas.parentElement);
    this.#fit();
  }

  /** Show 1024 bytes, given in base64. */
  show(base64) {
    if (base64 === this.#shown) return;
    this.#shown = base64;
    this.#memory = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    this.#draw();
  }

  /** Give each pixel a whole number of the screen's own, so that all are alike. */
  #fit() {
    const density = window.devicePixelRatio || 1;
    const side = Math.max(1, Math.floor((this.#canvas.parentElement.clientWidth * density) / WIDTH));
    this.#canvas.width = WIDTH * side;
    this.#canvas.height = HEIGHT * side;
    this.#canvas.style.width = `${(WIDTH * side) / density}px`;
    this.#canvas.style.height = `${(HEIGHT * side) / density}px`;
    this.#draw();
  }

  #draw() {
    const side = this.#canvas.width / WIDTH;
    const lit = side > 5 ? side - 1 : side; // the dark grid between the pixels of a real panel
    const pen = this.#canvas.getContext("2d");
    pen.fillStyle = OFF;
    pen.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    pen.fillStyle = ON;
    // SSD1306 memory: eight rows to a page, a byte for each column, top row in the lowest bit.
    this.#memory.forEach((byte, index) => {
      const x = index % WIDTH;
      const top = 8 * Math.floor(index / WIDTH);
      for (let bit = 0; bit < 8; bit += 1) {
        if (byte & (1 << bit)) pen.fillRect(x * side, (top + bit) * side, lit, lit);
      }
    });
  }
}
