import { useNavigate } from 'react-router'
import { staffCheckForgottenLink, staffChooseForgotten } from '#features/staff/api/staff.ts'
import { call } from '#ui/api.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { setStaff } from '#ui/console/staff-session.ts'
import { toast } from '#ui/toast.ts'
import { ChoosePage } from '../../web/forgotten-password/choose-page.tsx'
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
