/** The days of a week, from Sunday as `Date` counts them. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** An hour of the day: `06:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** When the weekly refresh runs: `Monday at 06:00`. */
export function refreshTimeText(day: number, hour: number): string {
  return `${weekdays[day] ?? ''} at ${hourText(hour)}`;
}
