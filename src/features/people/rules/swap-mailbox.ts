import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'

export const swapMailboxTexts = {
  notFound: '{a} is not among your active mailboxes.',
  noPerson: 'This person is not among the people of the order any more. Please choose again.',
  beingReplaced: '{d} has been replaced: its mailboxes only receive replies until it is taken down.',
  spent: 'A spare took the place of {d}: its mailboxes only receive replies until it is replaced.',
  swapped: '{a} is being set up in the place of {o}.',
} as const

/** What a swap does and costs, before it is confirmed. */
export const swapPromise = `The new mailbox gets an address of its own, made of the person's name, and is set up and connected like the others. It costs nothing. The old one leaves the sending tool and is disabled; its mail is kept for ${mailboxRetentionDays} days, and replies to it may be refused by its host.`
