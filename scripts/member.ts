/** `bun run member`: the operator's command for the household's members. */
import { add, list, password, signOut, unlock } from './member/accounts'
import { type MemberCommand, OPTIONS } from './member/command'
import { admin, remove, rename } from './member/household'
import { operate, refuseFurther, UsageError } from './operator/operate'

const USAGE = `bun run member add --name NAME --username NAME [--admin]     asks for the password at a terminal, else it is the
                                                            first line of standard input
bun run member list
bun run member password --username NAME                     likewise
bun run member admin --username NAME on|off
bun run member rename --username NAME --name NAME
bun run member unlock --username NAME                       forgets wrong passwords
bun run member sign-out --username NAME                     everywhere
bun run member remove --username NAME --yes                 with everything that is theirs

--id ID names a member who does not sign in with a username.`

const COMMANDS: Record<string, MemberCommand> = {
  add,
  list,
  password,
  admin,
  rename,
  unlock,
  'sign-out': signOut,
  remove,
}

await operate({
  usage: USAGE,
  options: OPTIONS,
  run: async (ctx, { positionals: [name = '', ...rest], values }) => {
    if (!Object.hasOwn(COMMANDS, name)) throw new UsageError()
    refuseFurther(name === 'admin' ? rest.slice(1) : rest)
    return COMMANDS[name]!(ctx, values, rest)
  },
})
