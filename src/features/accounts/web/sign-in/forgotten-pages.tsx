import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#ui/api.ts'
import { configQuery } from '#ui/frame/config.ts'
import { setUser } from '#ui/frame/session.ts'
import { toast } from '#ui/toast.ts'
import { Wordmark } from '#ui/wordmark.tsx'
import { checkForgottenLink, chooseForgottenPassword, forgotPassword } from '../../api/auth.ts'
import { ChoosePage } from '../forgotten-password/choose-page.tsx'
import { ForgotForm } from '../forgotten-password/forgot-form.tsx'
import { forgottenTexts } from '../forgotten-password/forgotten-texts.ts'

/** A page of the way in, for who is not signed in. */
function StrangerFrame({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const { data: config } = useQuery(configQuery)
  return (
    <div className="flex min-h-dvh flex-col px-gutter md:px-10">
      <header className="flex h-20 items-center">
        <Wordmark name={config?.productName} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-form grow flex-col justify-center pb-20 outline-none"
      >
        <h1 className="text-page-title">{title}</h1>
        <p className="mt-1 text-muted">{about}</p>
        {children}
      </main>
    </div>
  )
}

const forgotPath = '/forgot-password'

/** Where a customer asks for a link to choose another password. */
export const ForgotPasswordPage = () => (
  <StrangerFrame title={forgottenTexts.forgotTitle} about={forgottenTexts.forgotAbout}>
    <ForgotForm ask={(body) => call(forgotPassword, { body })} signInPath="/signin" />
  </StrangerFrame>
)

/** Where the link in the mail leads. */
export function ChoosePasswordPage() {
  const navigate = useNavigate()
  return (
    <ChoosePage
      Frame={StrangerFrame}
      check={(body) => call(checkForgottenLink, { body })}
      choose={(body) => call(chooseForgottenPassword, { body })}
      onChosen={(message) => {
        // Whoever was signed in here is not any more.
        setUser(null)
        toast.success(message)
        void navigate('/signin', { replace: true })
      }}
      forgotPath={forgotPath}
    />
  )
}
