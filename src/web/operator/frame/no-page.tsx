import { NotFoundPage } from '../../app-shell/not-found-page.tsx'
import { operatorPaths } from '../operator-paths.ts'

export const Component = () => <NotFoundPage home={operatorPaths.home} />
