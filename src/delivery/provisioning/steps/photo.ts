import { required } from '#base/text/required.ts'
import { type PictureProblem, pictureProblems } from '#features/people/rules/profile-picture-link.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { Step, StepContext } from '../step-context.ts'
import { hostOf } from './mailbox-host.ts'

/**
 * Every active mailbox shows the group's picture. One that cannot be fetched never holds up the set-up: the customer is
 * told why, and it is tried again when the name is next looked at.
 */
export const photo: Step = async (context) => {
  const link = required(context.holding.profilePictureLink, 'the link of the picture')
  const problem = await setPicture(context, link)
  return {
    facts: { photo: { at: context.at(), link, ...(problem && { problem }) } },
    ...(problem && { sentence: `The profile picture was not set. ${pictureProblems[problem]}` }),
  }
}

async function setPicture(context: StepContext, link: string): Promise<PictureProblem | undefined> {
  const { desired, vendors, call } = context
  const picture = await vendors.picture(link, call)
  if ('problem' in picture) return picture.problem
  const host = await hostOf(context)
  try {
    for (const mailbox of desired.mailboxes) {
      if (mailbox.want !== 'active' || mailbox.externalId === null) continue
      await host.setPhoto(mailbox.externalId, picture.jpeg, call)
    }
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'rejected') return 'refused'
    throw error
  }
  return undefined
}
