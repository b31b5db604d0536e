/**
 * Commonly used passwords that would otherwise satisfy the character rule, in lower case. Shorter or simpler
 * ones are not here: the rule already refuses them.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
!qaz1qaz !qaz2wsx 1qaz!qaz 1qaz2wsx! 1qaz@wsx @wsx1qaz a1b2c3d4! aa123456!
aa123456. aa12345678! aa@123456 abc123456! abc@1234 abc@12345 abcd1234! abcd@1234
abcdef1! access14! admin123! admin1234! admin@123 admin@1234 admin@12345 administrator1!
america1! arsenal1! asdf1234! asdf@1234 asdfgh1! autumn2024! autumn2025! autumn2026!
baseball1! basketball1! batman123! blessed1! canada123! changeme1! changeme123! changeme@1
charlie1! chelsea1! company1! company123! company@123 computer1! default1! default123!
dragon123! facebook1! family123! flower123! football1! freedom1! google123! guest123!
guest@123 hello123! hello1234! hello@123 iloveyou1! iloveyou123! iloveyou@1 inboxyard1!
inboxyard123! india@123 internet1! january2025! january2026! jesus123! jordan23! letmein1!
letmein123! letmein@1 linkedin1! liverpool1! login123! london123! master123! michael1!
microsoft1! monkey123! mustang1! p@$$w0rd p@$$w0rd1 p@$$word1 p@ssw0rd p@ssw0rd!
p@ssw0rd1 p@ssw0rd1! p@ssw0rd123 p@ssw0rd123! p@ssword1 p@ssword1! p@ssword123 pa$$w0rd
pa$$w0rd! pa$$w0rd1 pa$$word1 pakistan1! passw0rd! passw0rd. passw0rd1! passw0rd@1
password!1 password!23 password1! password1$ password1. password12! password123! password123$
password123. password123@ password1@ password@1 password@12 password@123 password@1234 pokemon1!
princess1! q1w2e3r4! q1w2e3r4. qaz@123456 qazwsx123! qwerty1! qwerty12! qwerty123!
qwerty123. qwerty@1 qwerty@123 qwertyuiop1! root1234! root@1234 samsung1! secret123!
secret@123 shadow123! spring2024! spring2025! spring2026! starwars1! summer123! summer2023!
summer2024! summer2025! summer2026! sunshine1! superman1! temp1234! temp@1234 temppass1!
test123! test1234! test@1234 testing1! testing123! testtest1! trustno1! trustno1.
user1234! user@1234 welcome1! welcome1. welcome12! welcome123! welcome123. welcome2024!
welcome2025! welcome2026! welcome@1 welcome@12 welcome@123 whatever1! winter123! winter2023!
winter2024! winter2025! winter2026! zxcvbn1! zxcvbnm1!
`
    .trim()
    .split(/\s+/),
)
