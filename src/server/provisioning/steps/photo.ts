import { required } from '#shared/text/required.ts'
import type { Step } from '../step-context.ts'
import { hostOf } from './mailbox-host.ts'

/** Every active mailbox shows the group's picture. A picture that cannot be had never holds up the set-up. */
export const photo: Step = async (context) => {
  const { holding, desired, vendors, call, at } = context
  const link = required(holding.profilePictureLink, 'the link of the picture')
  const picture = await vendors.picture(link, call)
  if (picture) {
    const host = await hostOf(context)
    for (const mailbox of desired.mailboxes) {
      if (mailbox.want !== 'active' || mailbox.externalId === null) continue
      await host.setPhoto(mailbox.externalId, picture, call)
    }
  }
  return { facts: { photo: { at: at(), link } } }
}
