import re
import shutil
import unittest

from tool_case import ToolCase

ALL = ("cmake ninja-build ccache g++ make binutils pkg-config python3 libeigen3-dev libyaml-dev libfmt-dev libcli11-dev "
       "nlohmann-json3-dev libsundials-dev libhdf5-dev zlib1g-dev libboost-context-dev libnlopt-dev librsvg2-dev fonts-dejavu-core libgtest-dev")


class InstallDependencies(ToolCase):
    """Runs the script with stand-ins for dpkg-query, apt-get, id and sudo, the only programs on its path."""

    def stand_in(self, name, script):
        self.write(f"bin/{name}", f"#!/bin/bash\n{script}\n").chmod(0o755)

    def install(self, *arguments, installed, user="0", sudo=False, dpkg=True, apt_fails="false"):
        """Exit code and output; what apt-get and sudo were called with stands in self.log()."""
        (self.root / "bin").mkdir()
        for name in ("bash", "env", "mkdir", "tail"):
            (self.root / "bin" / name).symlink_to(shutil.which(name))
        if dpkg:
            self.stand_in("dpkg-query", f'[[ " {installed} " == *" ${{!#}} "* ]] && echo -n installed')
        self.stand_in("id", f"echo {user}")
        self.stand_in("apt-get", 'echo "called: apt-get $*"; echo "something about a mirror" >&2; ' + f"{apt_fails} && exit 100; : >{self.root}/$1.done")
        if sudo:
            self.stand_in("sudo", 'echo "called: sudo $*"; "$@"')
        return self.run_tool("install_dependencies.sh", *arguments, PATH=str(self.root / "bin"), ZANJIR_INSTALL_LOG=str(self.root / "log/apt.log"))

    def log(self):
        file = self.root / "log/apt.log"
        return file.read_text() if file.exists() else ""

    def test_does_nothing_when_all_is_there(self):
        self.assertEqual(self.install(installed=ALL), (0, ""))

    def test_installs_only_what_is_missing(self):
        code, output = self.install(installed=ALL.replace("ccache", "").replace("libfmt-dev", ""))
        self.assertEqual(code, 0, output)
        self.assertEqual(output, f"Installing 2 packages with what they need (log: {self.root}/log/apt.log): ccache libfmt-dev\n")
        self.assertRegex(self.log(), r"called: apt-get install .*--no-install-recommends ccache libfmt-dev\n")
        self.assertNotIn("called: apt-get update", self.log())

    def test_fetches_the_lists_of_packages_where_those_at_hand_do_not_do(self):
        code, output = self.install(installed=ALL.replace("ccache", ""), apt_fails=f"[[ ! -e {self.root}/update.done ]] && [[ $1 == install ]]")
        self.assertEqual(code, 0, output)
        self.assertEqual(re.findall(r"called: apt-get (\w+)", self.log()), ["install", "update", "install"])

    def test_shows_the_end_of_the_log_when_apt_fails(self):
        result = self.install(installed="", apt_fails="true")
        self.assert_found(result, "apt-get failed; the end of", "something about a mirror")
        self.assertEqual(re.findall(r"called: apt-get (\w+)", self.log()), ["install", "update"])  # after a failed update nothing is installed

    def test_a_dry_run_only_names_them(self):
        self.assertEqual(self.install("--dry-run", "build", "docs", installed=ALL), (0, "missing: doxygen\n"))

    def test_fuzzing_needs_the_run_time_of_clang(self):
        self.assertEqual(self.install("--dry-run", "fuzz", installed="clang-14"), (0, "missing: libclang-rt-14-dev libomp-14-dev\n"))

    def test_uses_sudo_when_not_root(self):
        self.install(installed="", user="1000", sudo=True)
        self.assertIn("called: sudo env DEBIAN_FRONTEND=noninteractive apt-get install", self.log())

    def test_says_what_to_do_with_neither_root_nor_sudo(self):
        result = self.install(installed=ALL.replace("ccache", ""), user="1000")
        self.assert_found(result, "As root, run:\n  apt-get install ccache\n")
        self.assertEqual(self.log(), "")

    def test_names_the_packages_on_another_system(self):
        code, output = self.install(installed="", dpkg=False)
        self.assertEqual(code, 0, output)
        self.assertIn("not a Debian system", output)
        self.assertEqual(self.log(), "")

    def test_refuses_an_unknown_group(self):
        self.assert_found(self.install("everything", installed=ALL), "unknown group 'everything'")


if __name__ == "__main__":
    unittest.main()
