import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { isDomainHost, parseWebAddress } from '#base/text/web-address.ts'

export const profilePictureLinkMaxLength = 500

export const profilePictureLinkMessages = {
  invalid: 'Please enter a valid link to the profile picture (e.g., https://example.com/test)',
  /** Shown beside the field: we fetch the picture as anybody would. */
  sharing: 'The link must allow "Anyone with the link can view".',
} as const

/** Why a picture could not be set, as customers read it. */
export const pictureProblems = {
  elsewhere: 'The link does not lead to a file on Google Drive.',
  unshared: 'The file cannot be opened: it must allow "Anyone with the link can view".',
  not_jpeg: 'The file is not a JPEG picture of at most 4 MB.',
  refused: 'The mailboxes’ host did not accept the picture.',
  away: 'Google Drive did not answer. We try again within a day.',
} as const
export type PictureProblem = keyof typeof pictureProblems

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
