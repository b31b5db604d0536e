export const forwardingLoopMessages = {
  toOwnDomain:
    '{d} is one of your own sending domains, so visitors would be sent in circles. Please forward to another address.',
  ownDomainIsTarget:
    'Your domains forward to {d}, so it cannot become a sending domain itself: visitors would be sent in circles.',
} as const

/**
 * The host a URL leads to, and every name above it that has a dot: `a.b.acme.com`, `b.acme.com`, `acme.com`. The
 * server of one of these names decides where the URL leads. Empty for a text that is no URL.
 */
export function namesAbove(url: string): string[] {
  if (!URL.canParse(url)) return []
  const labels = new URL(url).hostname.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}
