/** The address of a company's page; `inboxId` is the smart list that it is opened from, which its decisions are of. */
export function companyPath(companyId: number, inboxId?: number | null): string {
  const from = inboxId === undefined || inboxId === null ? '' : `?list=${inboxId}`;
  return `/company/${companyId}${from}`;
}
