import { mailboxRetentionDays, type Platform, platformContents } from '#features/plans/rules/catalog.ts'

/** Times the mailboxes of a domain that it may have beside them, kept since they were removed. */
const formerTimes = 5

/** Removed mailboxes that may be kept on a domain: they take places that others need. */
export const formerMailboxesMax = (platform: Platform): number =>
  formerTimes * platformContents[platform].mailboxesPerDomain

export const tooManyFormer = `The people of {d} have been changed so often that its removed mailboxes, which are kept for ${mailboxRetentionDays} days, leave no room for more. Please keep the people as they are for now, and change them again once the oldest of those have gone.`
