import { NotFoundPage } from '../../frame/not-found-page.tsx'
import { operatorPaths } from '../operator-paths.ts'

export const Component = () => <NotFoundPage home={operatorPaths.home} />
