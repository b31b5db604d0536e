const restShare = 0.2

/** How many of a customer's domains may be sent to rest in a day without asking: a fifth, but one at least. */
export const restsADay = (domains: number): number => Math.max(1, Math.floor(domains * restShare))
