import { useNavigate } from 'react-router'
import { staffChooseForgotten } from '#shared/api/staff.ts'
import { call } from '../../api.ts'
import { ChooseForm } from '../../app-shell/forgotten-password/choose-form.tsx'
import { forgottenTexts } from '../../app-shell/forgotten-password/forgotten-texts.ts'
import { useSecretOfAddress } from '../../app-shell/secret-of-address.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/toast.ts'
import { operatorPaths } from '../operator-paths.ts'
import { setStaff } from '../staff-session.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Where the link in the mail leads. */
export function ChooseForgottenPage() {
  const token = useSecretOfAddress()
  const navigate = useNavigate()
  if (token === '')
    return (
      <SignInFrame title={forgottenTexts.chooseTitle} about={forgottenTexts.noLink}>
        <ButtonLink to={operatorPaths.forgot} className="mt-6 self-start">
          Ask for a link
        </ButtonLink>
      </SignInFrame>
    )
  return (
    <SignInFrame title={forgottenTexts.chooseTitle} about={forgottenTexts.chooseAbout}>
      <ChooseForm
        key={token}
        choose={(password) => call(staffChooseForgotten, { body: { token, password } })}
        onChosen={(message) => {
          setStaff(null)
          toast.success(message)
          void navigate(operatorPaths.signIn, { replace: true })
        }}
        forgotPath={operatorPaths.forgot}
      />
    </SignInFrame>
  )
}
export { ChooseForgottenPage as Component }
