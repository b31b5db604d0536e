/** The sign of life of whoever takes DMARC reports in, among the workers' rounds. */
export const intakeRound = { what: 'DMARC reports that are taken in', everyMs: 60_000 } as const
