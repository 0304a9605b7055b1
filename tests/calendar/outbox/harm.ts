import { answer, answerInstead, cutBefore, type Fault, loginPage, loseAnswer } from '../../support/proxy'

/** Done or not, and said or not. */
export const HARM: readonly Fault[] = [
  loseAnswer(),
  answerInstead(500),
  answerInstead(412),
  answerInstead(200),
  cutBefore(),
  answer(503),
  loginPage(),
]
