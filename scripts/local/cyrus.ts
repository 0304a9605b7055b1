import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { findProgram, freePort, startServer, stopServer, untilReady } from './process'

export interface LocalCyrus {
  /** Base URL, ending in a slash. */
  url: string
  pid: number
  stop(): Promise<void>
}

const MASTER = 'cyrmaster'
const HTTPD = '/usr/lib/cyrus/bin/httpd'
const CONTROL = '/usr/lib/cyrus/bin/ctl_cyrusdb'
const IMAPD = '/usr/lib/cyrus/bin/imapd'
const PACKAGES = 'cyrus-imapd cyrus-caldav sasl2-bin'

/**
 * Runs a command and ends it with SIGTERM, upon which the master ends its children. The master changes its user, and with
 * that the kernel forgets the signal for the death of the parent: this shell keeps it.
 */
const WITH_CHILDREN = ['sh', '-c', '"$@" & trap "kill $!" TERM; wait $!; wait $!', 'sh']

/** Why Cyrus cannot be started on this machine; null when it can. */
export function whyNoCyrus(): string | null {
  if (process.getuid?.() !== 0) return 'it is started by root alone'
  const programs = [MASTER, 'saslpasswd2'].map((name) => Bun.which(name, { PATH: '/usr/sbin:/usr/bin' }))
  const isThere = programs.every((path) => path !== null) && Bun.which(HTTPD) !== null
  return isThere ? null : `install ${PACKAGES}`
}

/**
 * Starts a private Cyrus with its calendars on a loopback port; IMAP, which makes the accounts' mailboxes, is a socket in
 * the folder. Calendars are below `<url>dav/calendars/user/<user>/`. The folder's path must be short, and open to the
 * user `cyrus`, as which the servers run.
 */
export async function startCyrus({ folder, users }: { folder: string; users: Record<string, string> }) {
  const home = resolve(folder)
  const port = await freePort()
  for (const name of ['conf/socket', 'spool', 'run/proc', 'run/lock', 'run/log']) {
    await mkdir(join(home, name), { recursive: true })
  }
  await writeFile(join(home, 'imapd.conf'), imapdSettings(home))
  await writeFile(join(home, 'cyrus.conf'), masterSettings(home, port))
  for (const [name, password] of Object.entries(users)) await addAccount(home, name, password)
  await chmod(home, 0o755)
  await finished(['chown', '-R', 'cyrus:mail', home])
  const command = [findProgram(MASTER, PACKAGES), '-D', '-C', join(home, 'imapd.conf'), '-M', join(home, 'cyrus.conf')]
  const child = startServer([...WITH_CHILDREN, ...command, '-p', join(home, 'run/master.pid')], {
    log: join(home, 'cyrus.log'),
    deathSignal: 'TERM',
  })
  const url = `http://127.0.0.1:${port}/`
  await untilReady('Cyrus', child, () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  for (const [name, password] of Object.entries(users)) await signInByImap(join(home, 'run/imap'), name, password)
  return { url, pid: child.pid, stop: () => stopServer(child) } satisfies LocalCyrus
}

async function addAccount(home: string, name: string, password: string) {
  const file = join(home, 'conf/sasldb2')
  await finished([findProgram('saslpasswd2', PACKAGES), '-p', '-c', '-f', file, '-u', 'localhost', name], password)
}

/** The calendars of an account come into being with its inbox, and that with the first sign-in. */
async function signInByImap(path: string, name: string, password: string): Promise<void> {
  const socket = connect(path)
  socket.setEncoding('utf8')
  socket.write(`a LOGIN "${name}" "${password}"\r\nb LOGOUT\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  if (!/^a OK/m.test(text)) throw new Error(`Cyrus did not let ${name} in by IMAP`)
}

async function finished(command: string[], input = '') {
  const child = Bun.spawn(command, { stdio: [new Blob([input]), 'ignore', 'pipe'] })
  const words = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${words}`)
}

const imapdSettings = (home: string) => `
servername: localhost
configdirectory: ${home}/conf
proc_path: ${home}/run/proc
mboxname_lockpath: ${home}/run/lock
defaultpartition: default
partition-default: ${home}/spool
lmtpsocket: ${home}/run/lmtp
idlesocket: ${home}/run/idle
notifysocket: ${home}/run/notify
admins: cyrus
virtdomains: userid
defaultdomain: localhost
unixhierarchysep: yes
altnamespace: yes
httpmodules: caldav
allowplaintext: yes
autocreate_quota: 0
delete_mode: immediate
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_mech_list: PLAIN LOGIN
sasl_sasldb_path: ${home}/conf/sasldb2
syslog_prefix: corkboard-cyrus
`

const masterSettings = (home: string, port: number) => `
START {
  recover cmd="${CONTROL} -C ${home}/imapd.conf -r"
}
SERVICES {
  http cmd="${HTTPD} -C ${home}/imapd.conf" listen="127.0.0.1:${port}" proto="tcp4" prefork=1 maxchild=50
  imap cmd="${IMAPD} -C ${home}/imapd.conf" listen="${home}/run/imap" prefork=0 maxchild=5
}
EVENTS {
  checkpoint cmd="${CONTROL} -C ${home}/imapd.conf -c" period=30
}
`
