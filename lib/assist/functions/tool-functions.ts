import 'server-only'
import { callableTools, forPrograms } from '../proposals/callable-tools'
import { viewerOf } from '../tools/viewer'
import { serverFunction, type ServerFunction } from './contract'

/** Every read tool, and every proposal as a draft of its person. */
export const toolFunctions: readonly ServerFunction[] = callableTools.map(({ call, ...tool }) =>
  serverFunction({ ...tool, run: async (caller, input) => forPrograms(await call(viewerOf(caller), input)) }),
)
