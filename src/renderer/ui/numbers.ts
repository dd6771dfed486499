/** The one home of formats, as the interface knows it; `main.tsx` names the user's region. */
export {
  counted,
  formatBytes,
  formatCount,
  formatDay,
  formatFullMoment,
  formatMoment,
  formatPercent,
  formatRelativeDay,
  setRegion,
} from '#shared/domain/formats.ts';
