// The sounds of a table, made here and now: there are no files. Nothing sounds
// before somebody has asked for it, and browsers want a tap before that.

export type Loudness = 0 | 1 | 2; // off, quiet, normal
export type Sound = "move" | "dice" | "turn" | "end" | "said";

let context: AudioContext | null = null;

/** Has to be called in a tap or a key press, or browsers stay mute. */
export function wake(): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  } catch {
    context = null; // a browser without sound
  }
}

/** A tone of a frequency in hertz, from a moment on, in seconds. */
function tone(gain: GainNode, hertz: number, from: number, length: number, kind: OscillatorType = "sine"): void {
  const c = context!;
  const oscillator = new OscillatorNode(c, { type: kind, frequency: hertz });
  const shape = new GainNode(c, { gain: 0 });
  const at = c.currentTime + from;
  shape.gain.setValueAtTime(0, at);
  shape.gain.linearRampToValueAtTime(1, at + 0.008);
  shape.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(shape).connect(gain);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** A knock of wood: noise through a narrow filter. */
function knock(gain: GainNode, hertz: number, from: number, length: number): void {
  const c = context!;
  const noise = new AudioBuffer({ length: Math.ceil(length * c.sampleRate), sampleRate: c.sampleRate });
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(c, { buffer: noise });
  source.connect(new BiquadFilterNode(c, { type: "bandpass", frequency: hertz, Q: 2.5 })).connect(gain);
  source.start(c.currentTime + from);
}

/** What each sound is made of. */
const made: Record<Sound, (gain: GainNode) => void> = {
  move: (g) => knock(g, 900, 0, 0.07),
  dice: (g) => [0, 0.07, 0.12, 0.2].forEach((at, i) => knock(g, 1700 + 300 * (i % 2), at, 0.05)),
  turn: (g) => [660, 880].forEach((hertz, i) => tone(g, hertz, i * 0.12, 0.25)),
  end: (g) => [523, 659, 784].forEach((hertz, i) => tone(g, hertz, i * 0.14, 0.5)),
  said: (g) => tone(g, 740, 0, 0.16, "triangle"),
};

export function play(sound: Sound, loudness: Loudness): void {
  if (!loudness || context?.state !== "running") return;
  const gain = new GainNode(context, { gain: loudness === 1 ? 0.06 : 0.22 });
  gain.connect(context.destination);
  made[sound](gain);
}
