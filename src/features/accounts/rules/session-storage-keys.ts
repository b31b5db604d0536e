/**
 * What the browser keeps for a signed-in customer, in local storage. Signing out forgets these, every other
 * key that starts with the prefix, and the order draft.
 */
export const storagePrefix = 'inboxyard'

/** In the storage of a tab: what a customer has entered and not saved, followed by their id. */
export const entriesPrefix = `${storagePrefix}.entries.`
/** Where the customer was last, to return there from `/`. */
export const lastPathKey = `${storagePrefix}.lastPath`
/** Set while this browser has signed in and not out: an ended session is then worth one renewal. */
export const signedInKey = `${storagePrefix}.signedIn`
export const bannerHiddenTimeKey = 'promoBannerHiddenTime'
export const bannerVersionKey = `${storagePrefix}.bannerVersion`
/** There while the last page had the promotion above it: the next one leaves room for it from its first moment. */
export const bannerRoomKey = `${storagePrefix}.bannerRoom`
