import type { AdmissionReason } from '../../identity/oidc/admission'
import { isNavigation } from '../../identity/sign-in-redirect'
import { LANGUAGES, type Language } from '../../platform/languages'

interface Messages {
  title: string
  /** What has happened and who can help, a paragraph each. */
  body: Record<AdmissionReason, readonly string[]>
  again: string
  home: string
}

const MESSAGES: Record<Language, Messages> = {
  en: {
    title: 'Not a member yet',
    body: {
      approval: [
        'Your sign-in worked, but you do not belong to this household yet.',
        'An administrator of this household has to let you in. They have been told; sign in again once they have done so.',
      ],
      address: [
        'Your sign-in worked, but this household admits only accounts with a verified e-mail address of its own.',
        'Sign in with another account, or ask an administrator of this household.',
      ],
    },
    again: 'Sign in again',
    home: 'Back to the start',
  },
  de: {
    title: 'Noch kein Mitglied',
    body: {
      approval: [
        'Die Anmeldung hat geklappt, aber du gehörst noch nicht zu diesem Haushalt.',
        'Wer den Haushalt verwaltet, muss dich hereinlassen und weiß schon Bescheid. Melde dich danach noch einmal an.',
      ],
      address: [
        'Die Anmeldung hat geklappt, aber dieser Haushalt nimmt nur Konten mit einer eigenen, bestätigten E-Mail-Adresse auf.',
        'Melde dich mit einem anderen Konto an, oder frag, wer den Haushalt verwaltet.',
      ],
    },
    again: 'Noch einmal anmelden',
    home: 'Zurück zum Anfang',
  },
}

const ERRORS: Record<AdmissionReason, string> = {
  approval: 'An administrator of this household has to let you in first',
  address: 'This household admits only accounts with a verified e-mail address of its own',
}

/** What somebody gets whom the household does not let in: a page for a person, JSON for a script. */
export function notAdmitted(request: Request, reason: AdmissionReason): Response {
  if (!isNavigation(request)) return Response.json({ error: ERRORS[reason] }, { status: 403 })
  const language = languageOf(request.headers.get('accept-language') ?? '')
  return new Response(page(language, reason), {
    status: 403,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

/** It holds nothing of what the provider has said. */
function page(language: Language, reason: AdmissionReason): string {
  const { title, body, again, home } = MESSAGES[language]
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Corkboard</title>
<h1>${title}</h1>
${body[reason].map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<p><a href="/api/login">${again}</a></p>
<p><a href="/">${home}</a></p>
</html>`
}

/** The language a browser likes best of those there are (RFC 9110 12.5.4), English for none. */
function languageOf(accepted: string): Language {
  const liked = accepted
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return {
        language: LANGUAGES.find((language) => language === tag.split('-')[0]?.toLowerCase()),
        weight: Number(quality),
      }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return liked[0]?.language ?? 'en'
}
