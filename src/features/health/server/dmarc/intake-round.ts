/** The sign of life of whoever takes DMARC reports in, among the workers' rounds. */
export const intakeRound = { what: 'DMARC reports that are taken in', everyMs: 60_000 } as const

/** Fails as often as connections with reports were turned away since the one before. */
export const roomRound = { what: 'Room for connections with DMARC reports', everyMs: 60_000 } as const
