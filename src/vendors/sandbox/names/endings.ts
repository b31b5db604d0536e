/**
 * The top-level domains of the sandbox's world, as the root zone delegates them. It has fewer than the real one, so that
 * nothing exists here that does not exist there.
 */
export const endings: ReadonlySet<string> = new Set(
  `ac ae agency ai app ar at au be biz br ca cc ch cl cloud cn co com consulting cz de dev digital dk edu email es eu
  fi fr gg gov gr group hk hu ie il in info int io is it jp kr life link live lt lu lv ltd marketing me media mobi mx
  name net network nl no nz online org page pe ph pl pro pt ro rs ru sales se sg sh shop si site sk solutions space
  store studio tech today tools tr tv tw ua uk us vc work world xyz za`.split(/\s+/),
)
