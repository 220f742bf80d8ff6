// The board's buzzer: a square wave, as a piezo makes it. Silent until somebody asks for it.

const LOUDNESS = 0.03;

export class Buzzer {
  #audio = null;
  #tone = null;
  #volume = null;
  #isOn = false;

  /** Turn it on or off; returns whether it is on now. Browsers want a click before any sound. */
  toggle() {
    this.#isOn = !this.#isOn;
    if (this.#isOn && !this.#audio) this.#build();
    if (!this.#isOn) this.sound(0);
    return this.#isOn;
  }

  /** Sound this many hertz; 0 is silence. */
  sound(hertz) {
    if (!this.#audio) return;
    const now = this.#audio.currentTime;
    if (hertz) this.#tone.frequency.setValueAtTime(hertz, now);
    this.#volume.gain.setTargetAtTime(hertz && this.#isOn ? LOUDNESS : 0, now, 0.003);
  }

  #build() {
    this.#audio = new AudioContext();
    this.#tone = new OscillatorNode(this.#audio, { type: "square" });
    this.#volume = new GainNode(this.#audio, { gain: 0 });
    this.#tone.connect(this.#volume).connect(this.#audio.destination);
    this.#tone.start();
  }
}
