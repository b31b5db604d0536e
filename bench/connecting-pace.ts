/** What signing in to one mailbox takes at the real pages, in milliseconds. */
export const signInMs = 6_000
