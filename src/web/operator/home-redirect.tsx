import { Navigate } from 'react-router'
import { operatorPaths } from './operator-paths.ts'

/** The console begins with who works here. */
export const Component = () => <Navigate to={operatorPaths.staff} replace />
