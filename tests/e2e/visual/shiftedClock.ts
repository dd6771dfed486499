/**
 * Preloaded into the app's process and its threads (`node --import`): shifts their clock by `WINNOW_E2E_CLOCK_SHIFT`
 * milliseconds from the machine's, so that every date in a picture is the same on every day.
 */
const shift = Number(process.env['WINNOW_E2E_CLOCK_SHIFT']);
const now = (): number => MachineDate.now() + shift;
const MachineDate = Date;

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, parts: unknown[], made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
  apply: () => new MachineDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});
