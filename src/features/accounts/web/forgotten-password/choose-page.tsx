import type { ComponentType, ReactNode } from 'react'
import { ButtonLink } from '#ui/button-link.tsx'
import { useSecretOfAddress } from '#ui/frame/secret-of-address.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { forgottenMessages } from '../../rules/forgotten-password.ts'
import { ChooseForm } from './choose-form.tsx'
import { forgottenTexts } from './forgotten-texts.ts'
import { useLinkWorks } from './use-link-works.ts'

interface ChoosePageProps {
  /** What the page stands in, of its side. */
  Frame: ComponentType<{ title: string; about: ReactNode; children: ReactNode }>
  check: (body: { token: string }) => Promise<{ works: boolean }>
  choose: (body: { token: string; password: string }) => Promise<{ message: string }>
  onChosen: (message: string) => void
  /** Where another link is asked for. */
  forgotPath: string
}

/** Where the link of a mail leads. One that was used or has ended says so before a password is chosen. */
export function ChoosePage({ Frame, check, choose, onChosen, forgotPath }: ChoosePageProps) {
  const token = useSecretOfAddress()
  const works = useLinkWorks(check, token)
  if (token === '' || works === false)
    return (
      <Frame
        title={token === '' ? forgottenTexts.chooseTitle : forgottenTexts.overTitle}
        about={token === '' ? forgottenTexts.noLink : forgottenMessages.linkOver}
      >
        <ButtonLink to={forgotPath} className="mt-6 self-start">
          Ask for a link
        </ButtonLink>
      </Frame>
    )
  return (
    <Frame title={forgottenTexts.chooseTitle} about={forgottenTexts.chooseAbout}>
      {works ? (
        <ChooseForm
          key={token}
          choose={(password) => choose({ token, password })}
          onChosen={onChosen}
          forgotPath={forgotPath}
        />
      ) : (
        <div role="status" aria-label="Loading" className="mt-6">
          <SkeletonText lines={4} />
        </div>
      )}
    </Frame>
  )
}
