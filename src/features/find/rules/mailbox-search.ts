/** The shortest text that mailboxes are searched for; shorter ones begin too many addresses. */
export const mailboxSearchMinLength = 2

/** The longest address there is. */
export const mailboxSearchMaxLength = 254

/** How many mailboxes a search lists at most. */
export const mailboxSearchAtMost = 8
