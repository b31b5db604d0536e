/** For how long a link can be opened, and then for how long the page works. */
export const connectLinkMinutes = 30

/** Why a link is not opened, or a page does not go on. */
export const connectingMessages = {
  unknown: 'There is no such link. Please check that you have copied all of it.',
  used: 'This link was opened before, and each works once.',
  expired: `This link is older than ${connectLinkMinutes} minutes.`,
  over: `The ${connectLinkMinutes} minutes of this page are over.`,
  tooMany: 'Too many links were tried. Please wait a moment.',
  notHeld: 'This mailbox is not held for you any more.',
} as const

/** The page that `operator connect` leads to: the link's secret stands behind `#`, which no server sees. */
export const connectPath = '/connect'
