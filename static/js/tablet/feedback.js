// A tap is felt at once: a short pulse for done, a double one for refused, a sound where wanted.

const PULSES = { done: 12, handDone: [16, 40, 16], refused: [60, 60, 60] };
const TONES = { done: [880, 0.03], handDone: [1175, 0.06], refused: [196, 0.22] };

export class Feedback {
  constructor() {
    this.hasSound = false;
    this.context = null;
  }

  done() {
    this.give("done");
  }

  handDone() {
    this.give("handDone");
  }

  refused() {
    this.give("refused");
  }

  give(kind) {
    navigator.vibrate?.(PULSES[kind]);
    if (this.hasSound) this.play(...TONES[kind]);
  }

  play(pitch, seconds) {
    this.context ??= new AudioContext();
    const tone = this.context.createOscillator();
    const volume = this.context.createGain();
    const now = this.context.currentTime;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
    tone.connect(volume).connect(this.context.destination);
    tone.start(now);
    tone.stop(now + seconds);
  }
}
