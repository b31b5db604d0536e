/** A forwarding URL as lists show it: without the scheme. */
export const displayForwardingUrl = (url: string): string => url.replace(/^https?:\/\//, '')
