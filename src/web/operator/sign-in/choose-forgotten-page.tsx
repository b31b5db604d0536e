import { useNavigate } from 'react-router'
import { staffCheckForgottenLink, staffChooseForgotten } from '#shared/api/staff.ts'
import { call } from '../../api.ts'
import { ChoosePage } from '../../app-shell/forgotten-password/choose-page.tsx'
import { toast } from '../../ui/toast.ts'
import { operatorPaths } from '../operator-paths.ts'
import { setStaff } from '../staff-session.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Where the link in the mail leads. */
export function ChooseForgottenPage() {
  const navigate = useNavigate()
  return (
    <ChoosePage
      Frame={SignInFrame}
      check={(body) => call(staffCheckForgottenLink, { body })}
      choose={(body) => call(staffChooseForgotten, { body })}
      onChosen={(message) => {
        setStaff(null)
        toast.success(message)
        void navigate(operatorPaths.signIn, { replace: true })
      }}
      forgotPath={operatorPaths.forgot}
    />
  )
}
export { ChooseForgottenPage as Component }
