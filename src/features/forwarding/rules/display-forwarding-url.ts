/**
 * As lists and cards show it. In a file of its own: they are on the first page, and the rules of `forwarding-url.ts` bring
 * their schemas along.
 */
export const displayForwardingUrl = (url: string): string => url.replace(/^https?:\/\//, '')
