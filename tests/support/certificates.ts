import { join } from 'node:path'

/** The paths of a key and of its certificate. */
export interface Certified {
  key: string
  certificate: string
}

/** Makes a CA named so in `folder`; returns where its certificate lies, and what it signs for servers. */
export async function makeCa(folder: string, name: string) {
  const at = (file: string) => join(folder, `${name}-${file}`)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const ca = { key: at('ca.key'), certificate: at('ca.pem') }
  const subject = `/CN=${name}`
  await openssl(['req', '-x509', ...key, '-keyout', ca.key, '-out', ca.certificate, '-days', '9000', '-subj', subject])
  return {
    certificate: ca.certificate,
    /** A certificate of a server; `names` as openssl has them, `DNS:localhost,IP:127.0.0.1`. */
    async sign(server: string, names: string): Promise<Certified> {
      const made = { key: at(`${server}.key`), certificate: at(`${server}.pem`) }
      const [request, extensions] = [at(`${server}.csr`), at(`${server}.ext`)]
      await Bun.write(extensions, `subjectAltName=${names}\n`)
      await openssl(['req', ...key, '-keyout', made.key, '-out', request, '-subj', `/CN=${server}`])
      const by = ['-CA', ca.certificate, '-CAkey', ca.key, '-CAcreateserial', '-days', '9000', '-extfile', extensions]
      await openssl(['x509', '-req', '-in', request, ...by, '-out', made.certificate])
      return made
    },
  }
}

async function openssl(args: string[]) {
  const child = Bun.spawn(['openssl', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const words = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`openssl ${args[0]} failed:\n${words}`)
}
