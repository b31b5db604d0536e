import { accept, type Outcome, refuse } from '../text/outcome.ts'
import { isDomainHost, parseWebAddress } from '../text/web-address.ts'

export const profilePictureLinkMaxLength = 500

export const profilePictureLinkMessages = {
  invalid: 'Please enter a valid link to the profile picture (e.g., https://example.com/test)',
  /** Shown beside the field: we fetch the picture as anybody would. */
  sharing: 'The link must allow "Anyone with the link can view".',
} as const

/** The picture of Google mailboxes, shared by link. Optional: an empty text is a value too. */
export function checkProfilePictureLink(text: string): Outcome<string, 'invalid'> {
  if (text.trim() === '') return accept('')
  const url = text.length <= profilePictureLinkMaxLength ? parseWebAddress(text) : undefined
  return url?.protocol === 'https:' &&
    isDomainHost(url.hostname) &&
    url.href.length <= profilePictureLinkMaxLength
    ? accept(url.href)
    : refuse('invalid', profilePictureLinkMessages.invalid)
}
