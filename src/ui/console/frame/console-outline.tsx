import { LoadingScreen } from '../../frame/loading-screen.tsx'
import { StaffStrip } from './staff-strip.tsx'

/** Any page of the staff's side before it is known who is there: written into the page when that is built. */
export const ConsoleOutline = () => (
  <>
    <StaffStrip />
    <LoadingScreen />
  </>
)
